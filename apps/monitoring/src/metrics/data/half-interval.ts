/** The header that lets what was read be kept for half of the time between two collections. Source: inventory spec 1.7. */
export function halfInterval(collectionIntervalMs: number): Record<string, string> {
  return { 'Cache-Control': `max-age=${Math.floor(collectionIntervalMs / 2000)}` };
}
