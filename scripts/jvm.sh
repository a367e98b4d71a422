# Sourced: the flags of the JVM, in $jvm. $cache is serve or cli; a cache is used only with the flags that made it.
jvm=(-XX:+UseSerialGC -XX:+UseCompactObjectHeaders -Xss512k
    --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow)
case "$cache" in
# The gateway makes some 20 KB of garbage for each request: with a young generation of the usual size for a small heap the
# collector takes a tenth of the time. Timing and context switching by Vert.x serve nothing here.
serve) jvm+=(-Xmx512m -Xms80m -Xmn64m -Dvertx.disableTCCL=true -Dvertx.disableContextTimings=true) ;;
*) jvm+=(-Xmx256m -Xms16m -XX:TieredStopAtLevel=1) ;;
esac
if [ -f "$here/app/target/$cache.aot" ]; then
    jvm+=("-XX:AOTCache=$here/app/target/$cache.aot" -Xlog:aot=off -Xlog:cds=off)
fi
