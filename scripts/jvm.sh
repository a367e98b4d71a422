# Sourced: the flags of the JVM, in $jvm. $cache is serve or cli; a cache is used only with the flags that made it.
jvm=(-XX:+UseSerialGC -XX:+UseCompactObjectHeaders -Xms16m -Xss512k
    --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow)
case "$cache" in
serve) jvm+=(-Xmx512m) ;;
*) jvm+=(-Xmx256m -XX:TieredStopAtLevel=1) ;;
esac
if [ -f "$here/app/target/$cache.aot" ]; then
    jvm+=("-XX:AOTCache=$here/app/target/$cache.aot" -Xlog:aot=off -Xlog:cds=off)
fi
