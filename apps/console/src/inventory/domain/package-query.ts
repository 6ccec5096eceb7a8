/** Whether a text is a package name, or a name, a comparator and a version; the service checks the rest. Pure. */
export function isPackageQuery(text: string): boolean {
  return /^\s*[^\s<>=]+(\s*(<=|>=|<|=|>)\s*[^\s<>=]+)?\s*$/.test(text);
}
