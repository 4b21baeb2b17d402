#compdef PROGRAM
# zsh completion for PROGRAM. Save as _PROGRAM in a directory of $fpath, or put this
# in ~/.zshrc after compinit:  source <(PROGRAM completion zsh)
_PROGRAM() {
  local kind prefix result=1
  local -a found=("${(@f)$(
    PROGRAM completion zsh -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
  read -r kind prefix <<<"$found[1]"
  shift found
  # After file: comes a file name, without a blank.
  local -a stems=("${(@M)found:#*\\:}")
  compadd -S '' -- "${(@)stems//\\/}" && result=0
  found=("${(@)found:#*\\:}")
  _describe -t words word found && result=0
  [[ -z $prefix ]] || compset -P "$prefix"
  case $kind in
    file) _files && result=0 ;;
    directory) _files -/ && result=0 ;;
  esac
  return result
}
if [[ ${funcstack[1]} == _PROGRAM ]]; then _PROGRAM "$@"; else compdef _PROGRAM PROGRAM; fi
