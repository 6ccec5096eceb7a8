import { Inject, Injectable } from '@nestjs/common';
import { digestSecret, isSecret, newSecret } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import { Addresses } from '../../api/addresses';
import { AlertDeliveryConfig } from '../delivery/alert-delivery.config';
import { ActionLinkQueries, type LinkAction } from './action-link.queries';
import type { LinkRecipient } from './link-recipient';

const HOUR_MS = 3_600_000;
const PREFIX = 'wsl_';

/** URLs that act once without a login. */
export interface NoticeLinks {
  acknowledge: string;
  resolve: string;
}

/** Creates the links in notifications; only their digests are stored. See rule alerts-43. */
@Injectable()
export class ActionLinks {
  constructor(
    private readonly queries: ActionLinkQueries,
    private readonly addresses: Addresses,
    private readonly clock: Clock,
    @Inject(AlertDeliveryConfig) private readonly config: Readonly<AlertDeliveryConfig>,
  ) {}

  /** Undefined if there are none. */
  async make(alertId: number, recipient: LinkRecipient): Promise<NoticeLinks | undefined> {
    const { ALERT_LINK_HOURS: hours } = this.config;
    if (hours === 0) return undefined;
    const expiresMs = this.clock.now() + hours * HOUR_MS;
    const made = (['ACKNOWLEDGE', 'RESOLVE'] as const).map((action: LinkAction) => {
      const token = newSecret(PREFIX);
      return { token, link: { ...recipient, digest: digestSecret(token), alertId, action, expiresMs } };
    });
    await this.queries.insert(made.map(({ link }) => link));
    const [acknowledge, resolve] = made.map(({ token }) => this.addresses.of(`/alert/link?token=${token}`));
    return { acknowledge: acknowledge!, resolve: resolve! };
  }
}

/** Undefined if the text is not the token of a link. */
export function getLinkDigest(token: string): string | undefined {
  return isSecret(token, PREFIX) ? digestSecret(token) : undefined;
}
