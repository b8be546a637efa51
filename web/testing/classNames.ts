/** Stands in for a CSS module under test: every class is called by its own name. */
export default new Proxy<Record<string, string>>({}, { get: (_classes, name) => String(name) });
