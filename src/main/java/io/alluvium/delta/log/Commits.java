package io.alluvium.delta.log;

import io.alluvium.delta.TableChange;
import java.util.ArrayList;
import java.util.List;

/** Turns changes into the actions of a commit. */
public final class Commits {
  /** The operation parameter under which an engine without {@code commitInfo.txnId} keeps it. */
  public static final String TXN_ID = "txnId";

  private static final String VERSION = Commits.class.getPackage().getImplementationVersion();

  /** What the names of all versions of this program begin with. */
  private static final String ENGINE = "Alluvium/";

  /** How this program names itself in the history. */
  public static final String ENGINE_INFO = ENGINE + (VERSION == null ? "dev" : VERSION);

  private Commits() {}

  /** Whether this program, in whichever version, wrote a commit. */
  static boolean isOurs(Action.CommitInfo info) {
    return info.engineInfo().startsWith(ENGINE);
  }

  /**
   * The commit's actions in the order in which they are written, {@code commitInfo} first.
   *
   * @param now milliseconds since the epoch
   */
  public static List<Action> actions(TableChange change, long now) {
    List<Action> actions = new ArrayList<>();
    actions.add(
        new Action.CommitInfo(
            now,
            change.operation().name(),
            change.operation().parameters(),
            change.operation().metrics(),
            ENGINE_INFO,
            change.txnId(),
            change.removes().isEmpty() && change.readVersion() == TableChange.APPEND));
    change.txns().forEach(txn -> actions.add(new Action.Txn(txn.appId(), txn.next(), now)));
    boolean dataChange = change.effect() == TableChange.Effect.ROWS;
    change.removes().forEach(file -> actions.add(new Action.Remove(file, now, dataChange)));
    change.adds().forEach(file -> actions.add(new Action.Add(file, dataChange)));
    change.changeData().forEach(file -> actions.add(new Action.ChangeData(file)));
    return actions;
  }
}
