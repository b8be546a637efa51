/** Jest mock of CSS modules: each class name is its own value. */
export default new Proxy<Record<string, string>>({}, { get: (_classes, name) => String(name) });
