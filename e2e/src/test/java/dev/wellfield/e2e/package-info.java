/** The packaged jar, driven as users drive it: by its command line, its REST API, its gateway and a browser. */
@NullMarked
package dev.wellfield.e2e;

import org.jspecify.annotations.NullMarked;
