import { randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type CallerIdentity, permits } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import type { IntegerValue, StringValue } from '@wardstone/dto/monitoring';
import { ApiError, CommonError, MonitoringError } from '@wardstone/errors';
import { JobTasks, addJob, defineTask } from '@wardstone/jobs';
import { HandlerResponse } from '@wardstone/media-types';
import { Addresses } from '../api/addresses';
import {
  AccountFullError,
  ContentStore,
  ContentStoreFullError,
  ContentTooLargeError,
  type StoredContent,
} from './content-store';
import { ContentQueries } from './content.queries';
import { CONTENT_LIFE_MS, isHandle, toHandle } from './domain/content-handle';
import { type UploadBody, UploadBrokenOffError } from './upload-body';

const SWEEP = defineTask<object>('content.sweep');
const HANDLE_BYTES = 16;
const EXPIRED_AT_ONCE = 100;

/** The content does not exist, or no longer. */
export function contentNotFound(handle: string): ApiError {
  return new ApiError(MonitoringError.content_not_found, `Unknown content handle ${handle}`);
}

/** Content that clients upload for later use by its handle. See rule content-1. */
@Injectable()
export class ContentService implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly queries: ContentQueries,
    private readonly store: ContentStore,
    private readonly clock: Clock,
    private readonly jobs: JobTasks,
    private readonly addresses: Addresses,
  ) {}

  onModuleInit(): void {
    this.jobs.handle(SWEEP, () => this.store.sweep());
    this.jobs.every({ name: 'content.expire', schedule: '*/5 * * * *' }, () => this.expire());
  }

  /** Key of the content in the store. @throws content_not_found */
  async requireKey(handle: string): Promise<string> {
    const usedSinceMs = this.clock.now() - CONTENT_LIFE_MS;
    const key = isHandle(handle) ? await this.queries.findKey(handle, usedSinceMs) : undefined;
    if (key === undefined) throw contentNotFound(handle);
    return key;
  }

  /** Extends the lifetime of the content by a day. */
  async noteUse(handle: string): Promise<void> {
    await this.queries.noteUse(handle, this.clock.now());
  }

  /**
   * Stores the bytes with a new handle.
   * @throws unsupported_media_type, payload_too_large, too_much_in_progress, content_store_full, invalid_content when
   * the client breaks off
   */
  async upload(caller: CallerIdentity, body: UploadBody): Promise<HandlerResponse<StringValue>> {
    try {
      if (body.mediaType !== '' && body.mediaType !== 'application/octet-stream') throw wrongType(body.mediaType);
      const { limitBytes } = this.store;
      if ((body.announcedBytes ?? 0) > limitBytes) throw new ContentTooLargeError(limitBytes);
      await body.hold(Math.min(body.announcedBytes ?? limitBytes, this.store.keptBytes));
      const handle = toHandle(randomBytes(HANDLE_BYTES));
      const { username: createdBy, subject: ownerSubject } = caller;
      await this.store.put(
        body.bytes,
        (transaction, { key }) =>
          this.queries.insert(transaction, { handle, key, createdBy, ownerSubject, nowMs: this.clock.now() }),
        ownerSubject,
      );
      return new HandlerResponse({ value: handle }, { headers: { Location: this.addresses.of(`/content/${handle}`) } });
    } catch (error) {
      await body.drain();
      throw toRefusal(error);
    }
  }

  /** @throws content_not_found */
  async readLength(handle: string): Promise<IntegerValue> {
    const length = isHandle(handle) ? await this.queries.findLength(handle, this.aliveSinceMs()) : undefined;
    if (length === undefined) throw contentNotFound(handle);
    return { value: length };
  }

  /**
   * Anyone with the handle may use the content; only its owner and administrators may remove it.
   * @throws content_forbidden, content_not_found
   */
  async remove(handle: string, caller: CallerIdentity): Promise<void> {
    const isRemoved =
      isHandle(handle) && (await this.db.transaction((transaction) => this.take(transaction, handle, caller)));
    if (!isRemoved) throw contentNotFound(handle);
  }

  /**
   * Copies uploaded content for use after the handle has expired, and extends the lifetime of the handle by a day. The
   * copy belongs to the caller's row.
   * @throws content_not_found
   */
  async copy(transaction: Transaction, handle: string): Promise<StoredContent> {
    const nowMs = this.clock.now();
    const key = isHandle(handle) ? await this.queries.use(transaction, handle, nowMs, this.aliveSinceMs()) : undefined;
    const copy = key === undefined ? undefined : await this.store.copy(transaction, key);
    if (!copy) throw contentNotFound(handle);
    return copy;
  }

  /** Removes content that was not used for a day, and deletes bytes that are no longer needed. */
  async expire(): Promise<void> {
    while ((await this.expireSome()) === EXPIRED_AT_ONCE);
    await this.store.sweep();
  }

  private async take(transaction: Transaction, handle: string, caller: CallerIdentity): Promise<boolean> {
    const owner = await this.queries.findOwner(transaction, handle);
    const isForeign = owner !== undefined && owner !== caller.subject;
    if (isForeign && !permits(caller.permissions, 'MANAGE_SETTINGS')) {
      throw new ApiError(
        MonitoringError.content_forbidden,
        `The content with the handle ${handle} belongs to another account`,
      );
    }
    const removed = await this.queries.remove(transaction, handle, this.aliveSinceMs());
    if (!removed) return false;
    await this.store.remove(transaction, removed.content);
    await addJob(transaction, SWEEP, {});
    return removed.is_alive;
  }

  private expireSome(): Promise<number> {
    return this.db.transaction(async (transaction) => {
      const keys = await this.queries.removeExpired(transaction, this.aliveSinceMs(), EXPIRED_AT_ONCE);
      await this.store.removeAll(transaction, keys);
      return keys.length;
    });
  }

  private aliveSinceMs(): number {
    return this.clock.now() - CONTENT_LIFE_MS;
  }
}

function wrongType(mediaType: string): ApiError {
  return new ApiError(
    CommonError.unsupported_media_type,
    `Content must be sent as application/octet-stream, not ${mediaType}`,
  );
}

function toRefusal(error: unknown): unknown {
  if (error instanceof ContentTooLargeError) {
    return new ApiError(CommonError.payload_too_large, `Content must be at most ${error.limitBytes} bytes`);
  }
  if (error instanceof ContentStoreFullError) {
    return new ApiError(
      MonitoringError.content_store_full,
      `Content is limited to ${error.quotaBytes} bytes in total, which this would exceed`,
    );
  }
  if (error instanceof AccountFullError) {
    return new ApiError(
      MonitoringError.content_store_full,
      `Your uploads are limited to ${error.quotaBytes} bytes in total, which this would exceed`,
    );
  }
  if (error instanceof UploadBrokenOffError) {
    return new ApiError(MonitoringError.invalid_content, 'The upload was interrupted', { cause: error });
  }
  return error;
}
