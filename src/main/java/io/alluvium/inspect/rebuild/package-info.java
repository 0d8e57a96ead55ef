/** Makes silver anew of what bronze holds. */
package io.alluvium.inspect.rebuild;
