#compdef memvault
# Completion of memvault for zsh. In ~/.zshrc, below compinit:  eval "$(memvault completion zsh)"

_memvault() {
  local line
  local -a found
  for line in "${(@f)$(command memvault complete "${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null </dev/null)}"; do
    case $line in
      '') ;;
      :files*) _files && return ;;
      :folders*) _files -/ && return ;;
      *) found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
    esac
  done
  _describe memvault found
}

if [[ $funcstack[1] == _memvault ]]; then _memvault "$@"; else compdef _memvault memvault; fi
