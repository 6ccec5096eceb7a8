import type { AuditedObject } from '@wardstone/bootstrap';

/** A policy in the audit log. Pure. */
export function auditedPolicy({ id, title }: { id: string; title: string }): AuditedObject {
  return { kind: 'policy', id, name: title };
}
