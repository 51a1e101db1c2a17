#compdef memvault
# Completion of memvault for zsh. In ~/.zshrc, below compinit:  eval "$(memvault completion zsh)"

_memvault_find_vault() { # sets memvault_vault to what --vault names
  local i
  for ((i = 2; i < CURRENT; i++)); do
    case $words[i] in
      --vault) memvault_vault=$words[i+1] ;;
      --vault=*) memvault_vault=${words[i]#*=} ;;
    esac
  done
  memvault_vault=${(Q)memvault_vault}
  [[ $memvault_vault == '~' || $memvault_vault == '~/'* ]] && memvault_vault=$HOME${memvault_vault#\~}
}

_memvault_list() { # kind, as the last argument: offers words that only the vault knows
  local kind=$argv[-1] line
  local -a found
  for line in "${(@f)$(command memvault completion --list $kind ${memvault_vault:+--vault=$memvault_vault} -- "${(Q)PREFIX}" 2>/dev/null </dev/null)}"; do
    [[ -n $line ]] && found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
  done
  _describe -t $kind $kind found
}

_memvault() {
  local curcontext=$curcontext state line memvault_vault ret=1
  typeset -A opt_args
  _memvault_find_vault
@GLOBAL@ && ret=0
  case $state in
    verb)
      local -a verbs=(
@VERBS@
      )
      _describe -t verbs verb verbs && ret=0
      ;;
    rest)
      curcontext=${curcontext%:*:*}:memvault-$line[1]:
      case $line[1] in
@CASES@
      esac
      ;;
  esac
  return ret
}

if [[ $funcstack[1] == _memvault ]]; then _memvault "$@"; else compdef _memvault memvault; fi
