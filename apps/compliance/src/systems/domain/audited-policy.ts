import type { AuditedThing } from '@wardstone/bootstrap';

/** A policy as the audit log names it. Pure. */
export function auditedPolicy({ id, title }: { id: string; title: string }): AuditedThing {
  return { kind: 'policy', id, name: title };
}
