/**
 * This machine as a cluster: workloads run as processes that outlive the server, limited and recorded by a shim, and the
 * accelerators of this machine are read from its driver.
 */
@NullMarked
package dev.wellfield.cluster.local;

import org.jspecify.annotations.NullMarked;
