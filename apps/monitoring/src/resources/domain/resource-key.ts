/** Key of a platform created through the API. See rule inventory-7. */
export function platformKey(name: string): string {
  return `p:${name}`;
}

/** Key of a child resource created through the API. */
export function childKey(name: string, parentId: number): string {
  return `res:${name}:${parentId}`;
}
