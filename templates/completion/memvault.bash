# Completion of memvault for bash. In ~/.bashrc:  eval "$(memvault completion bash)"

_memvault_takes() { # flag, verb: sets kind to what its value can be; fails for a switch
  case "$1,$2" in
@TAKES@
    *) return 1 ;;
  esac
}

_memvault_flags() { # verb: sets kind to its flags
  case $1 in
@FLAGS@
    *) kind='@GLOBAL@' ;;
  esac
}

_memvault_place() { # verb, number of its arguments so far: sets kind to what the next can be
  case $1,$2 in
    ,*) kind='@VERBS@' ;;
@PLACES@
    *) kind= ;;
  esac
}

_memvault_offer() { # reads lines of a word, a tab and more: replies with the words that begin with what was typed
  local word rest quoted
  while IFS=$'\t' read -r word rest; do
    [[ $word == "$cur"* ]] || continue
    if [[ -n $quote ]]; then quoted=$word; else printf -v quoted %q "$word"; fi
    COMPREPLY+=("$prefix$quoted")
  done
}

_memvault() {
  local cur=${COMP_WORDS[COMP_CWORD]} verb= vault= flag= kind= prefix= quote= plain= count=0 i word
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ -n $flag ]]; then
      [[ $word == '=' ]] && continue
      [[ $flag == --vault ]] && vault=$word
      flag=
    elif [[ -z $plain && $word == -- ]]; then
      plain=1
    elif [[ -z $plain && $word == --vault=* ]]; then
      vault=${word#*=}
    elif [[ -z $plain && $word == -?* ]]; then
      if _memvault_takes "$word" "$verb"; then flag=$word; fi
    elif [[ -z $verb ]]; then
      verb=$word
    else
      count=$((count + 1))
    fi
  done

  if [[ -n $flag && $cur == '=' ]]; then cur=; fi
  if [[ -z $flag && -z $plain && $cur == --*=* ]]; then
    flag=${cur%%=*} prefix=${cur%%=*}= cur=${cur#*=}
  fi
  case $cur in
    [\"\']*) quote=${cur:0:1} cur=${cur:1} ;;
    *) cur=${cur//\\/} ;;
  esac

  kind=
  if [[ -n $flag ]]; then
    _memvault_takes "$flag" "$verb"
  elif [[ -z $plain && $cur == -* ]]; then
    _memvault_flags "$verb"
  else
    _memvault_place "$verb" "$count"
  fi

  case $kind in
    @folders | @files)
      compopt -o filenames 2>/dev/null
      if [[ $kind == @files ]]; then kind=-f; else kind=-d; fi
      while IFS= read -r word; do COMPREPLY+=("$prefix$word"); done < <(compgen "$kind" -- "$cur")
      ;;
    @*)
      vault=${vault//[\"\'\\]/}
      case $vault in '~' | '~/'*) vault=$HOME${vault:1} ;; esac
      _memvault_offer < <(command memvault completion --list "${kind#@}" ${vault:+--vault "$vault"} -- "$cur" 2>/dev/null </dev/null)
      ;;
    ?*)
      _memvault_offer < <(printf '%s\n' $kind)
      ;;
  esac
}

complete -F _memvault memvault
