/** Types of the parts of net-snmp that the probe uses; the library ships none. */
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
