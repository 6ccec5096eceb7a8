/** Key of a platform created through the interface. Source: inventory spec 4.6. */
export function platformKey(name: string): string {
  return `p:${name}`;
}

/** Key of a resource created below another one. */
export function childKey(name: string, parentId: number): string {
  return `res:${name}:${parentId}`;
}
