package io.alluvium.oci;

import io.alluvium.error.OciErrors;

/** Whether the SDK is there. Ask before a class that uses it is touched for the first time. */
public final class OciSdk {
  private static final String A_CLASS = "com.oracle.bmc.auth.BasicAuthenticationDetailsProvider";

  private OciSdk() {}

  /**
   * @param key of the pipeline file that can't do without the SDK
   * @throws io.alluvium.error.UserException if the add-on isn't on the class path
   */
  public static void require(String key) {
    try {
      Class.forName(A_CLASS, false, OciSdk.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw OciErrors.noSdk(key, e);
    }
  }
}
