# Completion of memvault for fish. In ~/.config/fish/config.fish:  memvault completion fish | source

# The words before the cursor that are neither flags nor values of flags.
function __memvault_words
    set -l valued @VALUED@
    set -l skip
    for word in (commandline -opc)[2..-1]
        if set -q skip[1]
            set -e skip
        else if contains -- $word $valued
            set skip 1
        else if not string match -q -- '-*' $word
            echo $word
        end
    end
end

# Have so many words been given?
function __memvault_at
    test (count (__memvault_words)) -eq $argv[1]
end

function __memvault_in
    set -l words (__memvault_words)
    test "$words[1]" = $argv[1]
end

# Words that only the vault knows.
function __memvault_list
    set -l vault
    set -l next
    for token in (commandline -opc)
        string match -q -- '--vault=*' $token; and set vault $token
        set -q next[1]; and set vault "--vault=$token"
        set -e next
        test "$token" = --vault; and set next 1
    end
    set vault (string unescape -- $vault | string replace -r -- '^--vault=~(?=/|$)' "--vault=$HOME")
    command memvault completion --list $argv[1] $vault -- (commandline -ct) 2>/dev/null </dev/null
end

complete -c memvault -f
@LINES@
