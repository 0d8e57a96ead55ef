package io.alluvium;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which package may know which: lower ones know nothing of higher ones. */
@AnalyzeClasses(packages = "io.alluvium", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String KAFKA = "org.apache.kafka..";
  private static final String[] DELTA = {"io.delta..", "io.alluvium.delta.."};

  @ArchTest
  static final ArchRule DELTA_KNOWS_NO_KAFKA =
      noClasses()
          .that()
          .resideInAPackage("io.alluvium.delta..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(KAFKA, "kafka..");

  @ArchTest
  static final ArchRule ROWS_ARE_MADE_WITHOUT_KAFKA_OR_DELTA =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.alluvium.row..",
              "io.alluvium.cast..",
              "io.alluvium.decode..",
              "io.alluvium.derive..",
              "io.alluvium.store..",
              "io.alluvium.rekey..",
              "io.alluvium.spark..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(KAFKA, DELTA[0], DELTA[1])
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule NOBODY_KNOWS_THE_COMMAND_LINE =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.alluvium.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.alluvium.cli..", "picocli..");

  @ArchTest
  static final ArchRule LOWER_LAYERS_DO_NOT_KNOW_THE_CONFIGURATION =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.alluvium.row..",
              "io.alluvium.error..",
              "io.alluvium.cast..",
              "io.alluvium.decode..",
              "io.alluvium.derive..",
              "io.alluvium.delta..",
              "io.alluvium.store..",
              "io.alluvium.rekey..",
              "io.alluvium.spark..",
              "io.alluvium.oci..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.alluvium.config..", "io.alluvium.pipeline..", "io.alluvium.ops..");

  @ArchTest
  static final ArchRule THE_CONFIGURATION_DOES_NOT_KNOW_WHAT_RUNS_IT =
      noClasses()
          .that()
          .resideInAPackage("io.alluvium.config..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.alluvium.pipeline..", "io.alluvium.ops..", "io.alluvium.feed..");

  @ArchTest
  static final ArchRule THE_PIPELINE_DOES_NOT_KNOW_WHO_WATCHES_IT =
      noClasses()
          .that()
          .resideInAPackage("io.alluvium.pipeline..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.alluvium.ops..", "io.alluvium.feed..", "io.alluvium.inspect..");

  /** Which classes foreign bytes are made into must never be for the bytes to say. */
  @ArchTest
  static final ArchRule NOBODY_DESERIALISES_FOREIGN_CLASSES =
      noClasses()
          .should()
          .dependOnClassesThat()
          .areAssignableTo(java.io.ObjectInputStream.class)
          .orShould()
          .dependOnClassesThat()
          .resideInAnyPackage("org.yaml..", "com.fasterxml.jackson.databind.jsontype..")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("com.fasterxml.jackson.annotation.JsonTypeInfo")
          .orShould()
          .callMethodWhere(
              target(nameMatching("(enable|activate|set)DefaultTyping.*"))
                  .and(target(owner(assignableTo(ObjectMapper.class)))));

  @ArchTest
  static final ArchRule NOBODY_STARTS_PROCESSES =
      noClasses()
          .should()
          .dependOnClassesThat()
          .areAssignableTo(ProcessBuilder.class)
          .orShould()
          .callMethodWhere(
              target(nameMatching("exec")).and(target(owner(assignableTo(Runtime.class)))));

  @ArchTest
  static final ArchRule ORACLE_CLOUD_KNOWS_NO_TABLES =
      noClasses()
          .that()
          .resideInAPackage("io.alluvium.oci..")
          .and()
          .resideOutsideOfPackage("io.alluvium.oci.storage..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(DELTA);

  @ArchTest
  static final ArchRule ONLY_ONE_PACKAGE_NEEDS_THE_SDK_OF_ORACLE_CLOUD =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.alluvium.oci..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.oracle.bmc..");

  @ArchTest
  static final ArchRule PACKAGES_HAVE_NO_CYCLES =
      slices().matching("io.alluvium.(*)..").should().beFreeOfCycles();
}
