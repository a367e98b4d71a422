package dev.wellfield.core;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Holds core's line: pure rules, and rooms that are entered in one direction only. */
@AnalyzeClasses(packages = "dev.wellfield.core", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {
    private static final String ROOT = "dev.wellfield.core";

    /** Money and quantities are whole numbers or decimals here. */
    private static final String[] EXACT = {
        "..core.pool..",
        "..core.tenancy..",
        "..core.scheduling..",
        "..core.metering..",
        "..core.billing..",
        "..core.watch.."
    };

    private static final Set<String> FLOATING =
            Set.of("float", "double", "java.lang.Float", "java.lang.Double", "float[]", "double[]");

    /** A URI is a value: it opens nothing. */
    private static final DescribedPredicate<JavaClass> PURE_JAVA = resideInAnyPackage(
                    "java.lang..",
                    "java.math..",
                    "java.nio.charset..",
                    "java.security..",
                    "java.time..",
                    "java.util..",
                    "javax.crypto..")
            .and(resideOutsideOfPackages(
                    "java.util.logging..", "java.util.prefs..", "java.util.zip..", "java.util.jar.."))
            .or(type(URI.class))
            .or(describe("primitives and arrays", it -> it.isPrimitive() || it.isArray()));

    @ArchTest
    static final ArchRule core_imports_nothing_but_pure_java = classes()
            .should()
            .onlyDependOnClassesThat(PURE_JAVA.or(resideInAnyPackage("org.jspecify..", ROOT + "..")))
            .because("core has no I/O and no framework");

    @ArchTest
    static final ArchRule core_starts_no_threads = noClasses()
            .should()
            .dependOnClassesThat(describe(
                    "run things on other threads",
                    it -> it.isAssignableTo(Thread.class)
                            || it.isAssignableTo(java.util.Timer.class)
                            || it.isAssignableTo(java.util.concurrent.Executor.class)
                            || it.isAssignableTo(java.util.concurrent.Future.class)
                            || it.isEquivalentTo(java.util.concurrent.Executors.class)))
            .because("who owns a thread is decided in the server");

    @ArchTest
    static final ArchRule core_reads_no_clock = noClasses()
            .should()
            .accessTargetWhere(target("a clock", access -> {
                String owner = access.getTargetOwner().getName();
                String name = access.getTarget().getName();
                return (owner.startsWith("java.time.") && (name.equals("now") || name.startsWith("system")))
                        || (owner.equals("java.lang.System")
                                && Set.of("currentTimeMillis", "nanoTime").contains(name))
                        || owner.equals("java.util.Date")
                        || owner.equals("java.util.Calendar");
            }))
            .because("time is passed in");

    @ArchTest
    static final ArchRule core_has_no_randomness_or_surroundings_of_its_own = noClasses()
            .should()
            .accessTargetWhere(target("randomness or the process's surroundings", access -> {
                String owner = access.getTargetOwner().getName();
                String name = access.getTarget().getName();
                return Set.of(
                                        "java.util.Random",
                                        "java.util.SplittableRandom",
                                        "java.security.SecureRandom",
                                        "java.util.concurrent.ThreadLocalRandom")
                                .contains(owner)
                        || (owner.equals("java.lang.Math") && name.equals("random"))
                        || (owner.equals("java.util.UUID") && name.equals("randomUUID"))
                        || (owner.equals("java.util.random.RandomGenerator")
                                && Set.of("getDefault", "of").contains(name))
                        || (owner.equals("java.lang.System")
                                && Set.of("getenv", "getProperty", "getProperties", "out", "err", "exit")
                                        .contains(name));
            }))
            .because("randomness and ids are passed in, and core talks to nobody");

    @ArchTest
    static final ArchRule pool_sees_no_other_room = room("pool");

    @ArchTest
    static final ArchRule tenancy_sees_pool = room("tenancy", "pool");

    @ArchTest
    static final ArchRule scheduling_sees_pool_and_tenancy = room("scheduling", "pool", "tenancy");

    @ArchTest
    static final ArchRule serving_sees_pool_and_tenancy = room("serving", "pool", "tenancy");

    @ArchTest
    static final ArchRule metering_sees_pool_tenancy_and_serving = room("metering", "pool", "tenancy", "serving");

    @ArchTest
    static final ArchRule billing_sees_tenancy_serving_and_metering = room("billing", "tenancy", "serving", "metering");

    @ArchTest
    static final ArchRule watch_sees_all_but_billing =
            room("watch", "pool", "tenancy", "scheduling", "serving", "metering");

    @ArchTest
    static final ArchRule the_words_that_all_rooms_share_see_none_of_them = classes()
            .that()
            .resideInAPackage(ROOT)
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(ROOT).or(not(resideInAnyPackage(ROOT + ".."))));

    @ArchTest
    static final ArchRule every_room_is_known_here = classes()
            .should()
            .resideInAnyPackage(Stream.concat(
                            Stream.of(ROOT),
                            Stream.of("pool", "tenancy", "scheduling", "serving", "metering", "billing", "watch")
                                    .map(room -> ROOT + "." + room))
                    .toArray(String[]::new));

    @ArchTest
    static final ArchRule rooms_have_no_cycles =
            slices().matching(ROOT + ".(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule no_field_is_floating_point = noFields()
            .that()
            .areDeclaredInClassesThat()
            .resideInAnyPackage(EXACT)
            .should()
            .haveRawType(floating());

    @ArchTest
    static final ArchRule no_method_returns_floating_point = noMethods()
            .that()
            .areDeclaredInClassesThat()
            .resideInAnyPackage(EXACT)
            .should()
            .haveRawReturnType(floating());

    @ArchTest
    static final ArchRule no_method_takes_floating_point = noMethods()
            .that()
            .areDeclaredInClassesThat()
            .resideInAnyPackage(EXACT)
            .should()
            .haveRawParameterTypes(
                    describe("floating point", types -> types.stream().anyMatch(floating())));

    @ArchTest
    static final ArchRule nothing_is_turned_into_floating_point = noClasses()
            .that()
            .resideInAnyPackage(EXACT)
            .should()
            .accessTargetWhere(target(
                    "floating point",
                    access -> Set.of("doubleValue", "floatValue", "asDoubleStream", "averagingLong", "averagingInt")
                            .contains(access.getTarget().getName())));

    /** A room sees itself, the rooms named, the words that all share, and what isn't ours. */
    private static ArchRule room(String room, String... seen) {
        List<String> allowed = Stream.concat(Stream.of(room), Arrays.stream(seen))
                .map(it -> ROOT + "." + it + "..")
                .toList();
        return classes()
                .that()
                .resideInAPackage(ROOT + "." + room + "..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(allowed.toArray(String[]::new))
                        .or(resideInAnyPackage(ROOT))
                        .or(not(resideInAnyPackage(ROOT + ".."))));
    }

    private static DescribedPredicate<JavaClass> floating() {
        return describe("floating point", it -> FLOATING.contains(it.getName()));
    }

    private static DescribedPredicate<JavaAccess<?>> target(
            String what, java.util.function.Predicate<JavaAccess<?>> predicate) {
        return describe(what, predicate);
    }
}
