/** Key of a platform created through the interface. See rule inventory-7. */
export function platformKey(name: string): string {
  return `p:${name}`;
}

/** Key of a resource created below another one. */
export function childKey(name: string, parentId: number): string {
  return `res:${name}:${parentId}`;
}
