# bash completion for PROGRAM; in ~/.bashrc:  eval "$(PROGRAM completion bash)"
_PROGRAM() {
  local kind prefix word=${COMP_WORDS[COMP_CWORD]}
  if [[ -z ${word//[:=]} ]]; then word=''; fi
  {
    read -r kind prefix
    mapfile -t COMPREPLY
  } < <(PROGRAM completion bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  # Only file names are marked as such: a verb may also be the name of a directory.
  if [[ $kind == @(file|directory) ]]; then
    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY \
      < <(compgen -P "$prefix" -A "$kind" -- "${word#"$prefix"}")
    compopt -o filenames 2>/dev/null
  fi
  [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *: ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -F _PROGRAM PROGRAM
