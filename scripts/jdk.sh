# Sourced: sets JAVA_HOME to a JDK of version 25 or newer, or says what to install.
wellfield_jdk_version() {
    sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null
}

wellfield_find_jdk() {
    local on_path candidate version
    on_path=$(readlink -f "$(command -v javac || true)" 2>/dev/null || true)
    for candidate in "${JAVA_HOME:-}" "${on_path%/bin/javac}" /usr/lib/jvm/* /opt/java/* "$HOME"/.sdkman/candidates/java/*; do
        [ -n "$candidate" ] && [ -x "$candidate/bin/javac" ] || continue
        version=$(wellfield_jdk_version "$candidate")
        if [ "${version:-0}" -ge 25 ]; then
            JAVA_HOME=$candidate
            export JAVA_HOME
            return 0
        fi
    done
    echo "wellfield: no JDK 25 or newer was found (looked at JAVA_HOME, the PATH and /usr/lib/jvm)." >&2
    echo "Install one, e.g. Debian's openjdk-25-jdk or Temurin's temurin-25-jdk, or set JAVA_HOME to it." >&2
    return 1
}

wellfield_find_jdk || exit 1
