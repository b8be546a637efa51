const MIN_NODE_MAJOR = 24;

/** Ends the process with a message on an older Node, which does not have what other modules import. */
export function requireNode(): void {
  if (Number.parseInt(process.versions.node, 10) >= MIN_NODE_MAJOR) return;
  console.error(
    `expected Node ${MIN_NODE_MAJOR} or newer, got ${process.versions.node}; run it with npm or npx, which use the Node that npm installs with Trivium on such a machine, or install Node ${MIN_NODE_MAJOR}`,
  );
  process.exit(1);
}
