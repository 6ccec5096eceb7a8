import type { Row } from '@wardstone/client';

export type ContactKind = Row<'/rest/on-call/contact-kind'>;

/** The person whose contact methods are shown. */
export interface Owner {
  login: string;
  isOwn: boolean;
}
