/** Bytes of the NaN by which Prometheus marks the end of a series. */
const STALE = Buffer.from('020000000000f07f', 'hex');

/** Whether the double at a position, known to be NaN, is a staleness marker. */
export function isStaleMarker(bytes: Uint8Array, at: number): boolean {
  return STALE.equals(bytes.subarray(at, at + STALE.length));
}
