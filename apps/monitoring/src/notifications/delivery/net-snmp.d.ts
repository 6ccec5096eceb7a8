/** The part of net-snmp that is used here; the library brings no types. */
declare module 'net-snmp' {
  export const Version1: number;
  export const Version2c: number;
  export const Version3: number;
  export const ObjectType: { readonly OctetString: number };
  export const SecurityLevel: { readonly noAuthNoPriv: number; readonly authNoPriv: number; readonly authPriv: number };
  export const AuthProtocols: Readonly<Record<string, number>>;
  export const PrivProtocols: Readonly<Record<string, number>>;

  export interface Varbind {
    oid: string;
    type: number;
    value: string | number | Buffer;
  }
  export interface User {
    name: string;
    level: number;
    authProtocol?: number | undefined;
    authKey?: string | undefined;
    privProtocol?: number | undefined;
    privKey?: string | undefined;
  }
  export interface SessionOptions {
    version?: number;
    transport?: string;
    trapPort?: number;
    retries?: number;
    timeout?: number;
    engineID?: string | undefined;
    context?: string;
  }
  export interface Session {
    trap(
      typeOrOid: string,
      varbinds: Varbind[],
      options: { agentAddr?: string; upTime?: number },
      callback: (error: Error | null) => void,
    ): void;
    on(event: 'error' | 'close', listener: (error: Error) => void): void;
    close(): void;
  }
  export function createSession(target: string, community: string, options: SessionOptions): Session;
  export function createV3Session(target: string, user: User, options: SessionOptions): Session;

  export interface Notification {
    rinfo: { address: string; port: number };
    pdu: { type: number; varbinds: Varbind[]; enterprise?: string; specific?: number; community?: string };
  }
  export interface Receiver {
    getAuthorizer(): { addCommunity(community: string): void; addUser(user: User): void };
    close(callback?: () => void): void;
  }
  export function createReceiver(
    options: { port: number; address?: string; transport?: string; disableAuthorization?: boolean; engineID?: string },
    callback: (error: Error | null, notification: Notification) => void,
  ): Receiver;
}
