/** What the probe uses of net-snmp besides the sender of traps; the library brings no types. */
declare module 'net-snmp' {
  export interface SessionOptions {
    port?: number;
  }
  export interface Session {
    get(oids: readonly string[], callback: (error: Error | null, varbinds: Varbind[] | undefined) => void): void;
  }
  export function isVarbindError(varbind: Varbind): boolean;
  export function varbindError(varbind: Varbind): string;
}
