package dev.wellfield.app;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Holds the arrows between the rooms, as docs/layout.md lists them. */
@AnalyzeClasses(packages = "dev.wellfield", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {
    @ArchTest
    static final ArchRule rooms_import_along_the_arrows_alone = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("core")
            .definedBy("dev.wellfield.core..")
            .layer("store")
            .definedBy("dev.wellfield.store..")
            .layer("cluster")
            .definedBy("dev.wellfield.cluster..")
            .layer("engine-simulator")
            .definedBy("dev.wellfield.simulator..")
            .layer("gateway")
            .definedBy("dev.wellfield.gateway..")
            .layer("server")
            .definedBy("dev.wellfield.server..")
            .layer("cli")
            .definedBy("dev.wellfield.cli..")
            .layer("app")
            .definedBy("dev.wellfield.app..")
            .whereLayer("core")
            .mayNotAccessAnyLayer()
            .whereLayer("engine-simulator")
            .mayNotAccessAnyLayer()
            .whereLayer("store")
            .mayOnlyAccessLayers("core")
            .whereLayer("cluster")
            .mayOnlyAccessLayers("core")
            .whereLayer("gateway")
            .mayOnlyAccessLayers("core")
            .whereLayer("cli")
            .mayOnlyAccessLayers("core")
            .whereLayer("server")
            .mayOnlyAccessLayers("core", "store", "cluster", "gateway")
            .whereLayer("app")
            .mayNotBeAccessedByAnyLayer();

    @ArchTest
    static final ArchRule rooms_within_a_room_are_entered_in_one_direction =
            slices().matching("dev.wellfield.(*.*)..").should().beFreeOfCycles();
}
