# Completion of memvault for fish. In ~/.config/fish/config.fish:  memvault completion fish | source

function __memvault
    set -l lines (command memvault complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null </dev/null)
    switch "$lines[1]"
        case ':files*'
            __fish_complete_path (commandline -ct)
        case ':folders*'
            __fish_complete_directories (commandline -ct) ''
        case '*'
            printf '%s\n' $lines
    end
end

complete -c memvault -f -a '(__memvault)'
