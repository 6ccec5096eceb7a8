import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { noteForAudit } from './audit-log';

/** Adds to the audit event of a request. Nothing secret: it is written as it is. */
export type AuditNote = (facts: object) => void;

/** Gives a handler the means to state what it changes. */
export const Audit = createParamDecorator((_data: unknown, context: ExecutionContext): AuditNote => {
  const request = context.switchToHttp().getRequest<IncomingMessage>();
  return (facts) => noteForAudit(request, facts);
});

/** What a request changed, as people call it and as pages find it. */
export interface AuditedThing {
  kind:
    | 'account'
    | 'alert'
    | 'alertDefinition'
    | 'alerts'
    | 'groupDefinition'
    | 'operation'
    | 'policy'
    | 'resource'
    | 'resources'
    | 'schedule'
    | 'silence'
    | 'tailoring'
    | 'waiver';
  /** Of a schedule and an operation that of the resource, of a tailoring that of the policy, of several how many. */
  id: number | string;
  name: string;
}

export interface AuditedChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** Facts for the audit log. */
export interface ChangeFacts {
  thing: AuditedThing;
  changes?: readonly AuditedChange[];
  /** How many more changes there are. */
  moreChanges?: number;
}

const MOST_CHANGES = 12;
/** A header holds all of them (see `noteForAudit`), with some characters written as six. */
const LONGEST_VALUE = 120;
const LONGEST_NAME = 200;
const HIDDEN = '***';
/** Names of fields whose values stay hidden, whatever hands them in; titles for people, which have blanks, are none. */
const SECRET = /^\S*(pass(word|phrase|wd)|secret|token|credential|private|authorization|api.?key)\S*$/i;

/**
 * What a request changed, and the values before and after (rule platform-6); fields that are the same are left out. Values of fields that
 * sound secret are hidden, long ones cut. Pure.
 *
 * @param before empty for what was created
 * @param after empty for what was removed
 */
export function changeFacts(thing: AuditedThing, before: object = {}, after: object = {}): ChangeFacts {
  const [old, now] = [before, after] as Record<string, unknown>[];
  const changes = [...new Set([...Object.keys(old!), ...Object.keys(now!)])]
    .filter((field) => JSON.stringify(old![field]) !== JSON.stringify(now![field]))
    .map((field) => ({
      field: cut(field, LONGEST_NAME),
      from: shown(field, old![field]),
      to: shown(field, now![field]),
    }));
  const more = changes.length - MOST_CHANGES;
  return {
    thing: { ...thing, name: cut(thing.name, LONGEST_NAME) },
    ...(changes.length > 0 ? { changes: changes.slice(0, MOST_CHANGES) } : {}),
    ...(more > 0 ? { moreChanges: more } : {}),
  };
}

function shown(field: string, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (SECRET.test(field)) return HIDDEN;
  if (typeof value === 'string') return cut(value, LONGEST_VALUE);
  const text = JSON.stringify(value, (name, member: unknown) => (SECRET.test(name) ? HIDDEN : member));
  return text.length > LONGEST_VALUE ? cut(text, LONGEST_VALUE) : (JSON.parse(text) as unknown);
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;
}
