# Completion of memvault for bash. In ~/.bashrc:  eval "$(memvault completion bash)"

_memvault() {
  local cur=${COMP_WORDS[COMP_CWORD]} quote= prefix= kind word rest quoted i
  local -a words=()
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do # bash splits words at =
    [[ ${COMP_WORDS[i]} == '=' ]] || words+=("${COMP_WORDS[i]}")
  done
  [[ $cur == '=' ]] && cur=
  case $cur in
    [\"\']*) quote=${cur:0:1} cur=${cur:1} ;;
    *) cur=${cur//\\/} ;;
  esac
  [[ $cur == --*=* ]] && prefix=${cur%%=*}=
  while IFS=$'\t' read -r word rest; do
    case $word in
      :files | :folders)
        compopt -o filenames 2>/dev/null
        if [[ $word == :files ]]; then kind=-f; else kind=-d; fi
        while IFS= read -r word; do COMPREPLY+=("$prefix$word"); done < <(compgen "$kind" -- "${cur#"$prefix"}")
        ;;
      "$cur"*)
        if [[ -n $quote ]]; then quoted=$word; else printf -v quoted %q "$word"; fi
        COMPREPLY+=("$quoted")
        ;;
    esac
  done < <(command memvault complete "${words[@]}" "$cur" 2>/dev/null </dev/null)
}

complete -F _memvault memvault
