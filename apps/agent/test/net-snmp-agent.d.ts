/** The agent of net-snmp, which tests probe. */
declare module 'net-snmp' {
  export interface Mib {
    registerProvider(provider: {
      name: string;
      type: number;
      oid: string;
      scalarType: number;
      maxAccess: number;
    }): void;
    setScalarValue(name: string, value: number): void;
  }
  export function createAgent(
    options: { port: number; address: string; disableAuthorization: boolean },
    callback: () => void,
  ): { getMib(): Mib; close(): void };
}
