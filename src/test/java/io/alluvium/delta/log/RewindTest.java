package io.alluvium.delta.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With operations as Spark 4.1 with Delta 4.4 wrote them. */
class RewindTest {
  private static final String SPARK = "Apache-Spark/4.1.1 Delta-Lake/4.4.0";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'operation':'RESTORE','operationParameters':{'version':1,'timestamp':null},'readVersion':2",
        "'operation':'TRUNCATE','operationParameters':{},'readVersion':3",
        "'operation':'WRITE','operationParameters':{'mode':'Overwrite','partitionBy':'[]'}",
        "'operation':'WRITE','operationParameters':{'mode':'Overwrite','partitionBy':'[]',"
            + "'predicate':'(n = 1)'}",
        "'operation':'WRITE','operationParameters':{'mode':'Overwrite','partitionBy':'[]',"
            + "'isDynamicPartitionOverwrite':true}",
        "'operation':'CREATE OR REPLACE TABLE','operationParameters':{'partitionBy':'[]',"
            + "'clusterBy':'[]','description':null,'isManaged':'false','properties':'{}'}",
        "'operation':'CREATE OR REPLACE TABLE AS SELECT','operationParameters':{"
            + "'isV1SaveAsTableOverwrite':true,'partitionBy':'[]','clusterBy':'[]'}",
        "'operation':'REPLACE TABLE AS SELECT','operationParameters':{'partitionBy':'[]'}",
        "'operation':'STREAMING UPDATE','operationParameters':{'outputMode':'Complete',"
            + "'queryId':'2b207e6b-820b-49d5-a4d4-52110a64555b','epochId':'0'}",
        "'operation':'WRITE','operationParameters':{'mode':'\\'Overwrite\\''}"
      })
  void rowsTakenAwayAsAWhole(String operation) throws JsonProcessingException {
    // When
    Optional<Rewind> rewind = Rewind.of(commit(operation, SPARK));

    // Then
    assertThat(rewind).isPresent();
    assertThat(rewind.get().toString()).startsWith("version 7 is a ").endsWith(" by " + SPARK);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'operation':'DELETE','operationParameters':{'predicate':'[\\'true\\']'}",
        "'operation':'UPDATE','operationParameters':{'predicate':'[\\'(id#6321 = y)\\']'}",
        "'operation':'MERGE','operationParameters':{'matchedPredicates':'[]'}",
        "'operation':'OPTIMIZE','operationParameters':{'predicate':'[]','zOrderBy':'[]'}",
        "'operation':'REORG','operationParameters':{'predicate':'[]','applyPurge':true}",
        "'operation':'VACUUM START','operationParameters':{'retentionCheckEnabled':true}",
        "'operation':'VACUUM END','operationParameters':{'status':'COMPLETED'}",
        "'operation':'SET TBLPROPERTIES','operationParameters':{'properties':'{}'}",
        "'operation':'WRITE','operationParameters':{'mode':'Append','partitionBy':'[]'}",
        "'operation':'STREAMING UPDATE','operationParameters':{'outputMode':'Append'}",
        "'operation':'CREATE TABLE','operationParameters':{'partitionBy':'[]'}",
        "'operation':'CREATE TABLE AS SELECT','operationParameters':{'partitionBy':'[]'}",
        "'operation':'DROP FEATURE','operationParameters':{'featureName':'columnMapping'}"
      })
  void rowsThatStayOrGoOneByOne(String operation) throws JsonProcessingException {
    // When
    Optional<Rewind> rewind = Rewind.of(commit(operation, SPARK));

    // Then
    assertThat(rewind).isEmpty();
  }

  @Test
  void ourOwnCommitsNeverAre() throws JsonProcessingException {
    // When
    Optional<Rewind> rewind = Rewind.of(commit("'operation':'TRUNCATE'", "Alluvium/0.1.0"));

    // Then
    assertThat(rewind).isEmpty();
  }

  @Test
  void aCommitThatSaysNothingOfItselfIsNone() {
    // When
    Optional<Rewind> rewind = Rewind.of(new Commit(7, List.of()));

    // Then
    assertThat(rewind).isEmpty();
  }

  private static Commit commit(String operation, String engine) throws JsonProcessingException {
    String line =
        "{'commitInfo':{'timestamp':1796032049447,%s,'engineInfo':'%s','txnId':'x'}}"
            .formatted(operation, engine)
            .replace('\'', '"');
    return new Commit(7, List.of(ActionJson.read(line).orElseThrow()));
  }
}
