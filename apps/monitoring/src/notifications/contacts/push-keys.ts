import { Injectable } from '@nestjs/common';
import { makePushKey } from '../delivery/web-push';
import { ContactMethodQueries } from './contact-method.queries';

/** The VAPID key of this installation for push services and browsers: created once, shared by all replicas. */
@Injectable()
export class PushKeys {
  private known: string | undefined;

  constructor(private readonly queries: ContactMethodQueries) {}

  /** A private JWK in JSON. */
  async read(): Promise<string> {
    this.known ??= (await this.queries.findPushKey()) ?? (await this.queries.keepPushKey(makePushKey()));
    return this.known;
  }
}
