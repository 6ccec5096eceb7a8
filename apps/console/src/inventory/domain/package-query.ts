/** Whether a text is the name of a package, or a name, a comparison and a version; the service checks the rest. Pure. */
export function isPackageQuery(text: string): boolean {
  return /^\s*[^\s<>=]+(\s*(<=|>=|<|=|>)\s*[^\s<>=]+)?\s*$/.test(text);
}
