import type { Row } from '@wardstone/client';

export type ContactKind = Row<'/rest/on-call/contact-kind'>;

/** The owner of the displayed contact methods. */
export interface Owner {
  login: string;
  isOwn: boolean;
}
