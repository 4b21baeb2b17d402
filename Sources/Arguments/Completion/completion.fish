# fish completion for PROGRAM. Save as ~/.config/fish/completions/PROGRAM.fish
function __PROGRAM_complete
  set -l word (commandline -ct)
  set -l found (PROGRAM completion fish -- (commandline -opc)[2..-1] "$word" 2>/dev/null)
  set -l kind (string split ' ' -- $found[1])
  printf '%s\n' $found[2..-1]
  test $kind[1] = word; and return
  for path in (complete -C "'' "(string replace -- "$kind[2]" '' "$word"))
    if test $kind[1] = file; or string match -q '*/*' -- $path
      echo $kind[2]$path
    end
  end
end
complete -c PROGRAM -f -a '(__PROGRAM_complete)'
