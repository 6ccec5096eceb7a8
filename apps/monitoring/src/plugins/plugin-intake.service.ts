import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type { Transaction } from '@wardstone/database';
import {
  DescriptorError,
  type PackageSource,
  type PluginPackage,
  readPackage,
  toDescriptorError,
  sourceOfBytes,
} from '@wardstone/plugin-descriptor';
import { ContentStore, type StoredContent } from '../content/content-store';
import { jarOfDescriptor } from './descriptor-jar';
import { DropBoxQueries } from './drop-box.queries';

/** A package before it is put in the drop box. */
export interface OfferedPackage {
  readonly source: PackageSource;
  /** Key in the content store; null for a built-in package. */
  readonly content: string | null;
  /** The parsed package, or why it is invalid. */
  readonly read: PluginPackage | DescriptorError;
}

/** Reads packages and puts them in the drop box. */
@Injectable()
export class PluginIntake {
  constructor(
    private readonly contents: ContentStore,
    private readonly dropBox: DropBoxQueries,
    private readonly clock: Clock,
  ) {}

  /** Reads a package from stored content; undefined if there is none. */
  async readContent(key: string): Promise<OfferedPackage | undefined> {
    const reader = await this.contents.open(key);
    if (!reader) return undefined;
    const source = { length: reader.length, read: (start: number, end: number) => reader.read({ start, end }) };
    return { source, content: key, read: await readPackage(source).catch(toDescriptorError) };
  }

  async readBytes(bytes: Uint8Array): Promise<OfferedPackage> {
    const source = sourceOfBytes(bytes);
    return { source, content: null, read: await readPackage(source).catch(toDescriptorError) };
  }

  /**
   * Puts a package in the drop box and runs `then`, in one transaction with the lock of scans, so that a failure leaves
   * nothing. The package gets a copy of the bytes; a bare descriptor becomes an archive.
   */
  async place<T>(fileName: string, offered: OfferedPackage, then: (tx: Transaction) => Promise<T>): Promise<T> {
    const { content, source, read } = offered;
    if (content === null || (!(read instanceof DescriptorError) && read.form === 'BARE_DESCRIPTOR')) {
      const jar = jarOfDescriptor(await source.read(0, source.length));
      return this.contents.put(once(jar), async (tx, stored) => {
        await this.dropBox.lock(tx);
        await this.put(tx, fileName, stored, offered);
        return then(tx);
      });
    }
    return this.dropBox.exclusively(async (tx) => {
      const copy = await this.contents.copy(tx, content);
      if (!copy) throw new Error(`the content ${content} was deleted while it was read`);
      await this.put(tx, fileName, copy, offered);
      return then(tx);
    });
  }

  /** Removes a package from the drop box. */
  async withdraw(tx: Transaction, fileName: string): Promise<void> {
    const content = await this.dropBox.removeFile(tx, fileName);
    if (content !== undefined) await this.contents.remove(tx, content);
  }

  private async put(
    tx: Transaction,
    name: string,
    { key, md5, length }: StoredContent,
    { read }: OfferedPackage,
  ): Promise<void> {
    const isRefused = read instanceof DescriptorError;
    const replaced = await this.dropBox.put(tx, {
      name,
      md5,
      length,
      content: key,
      modified_at: new Date(this.clock.now()),
      is_bare: !isRefused && read.form === 'BARE_DESCRIPTOR',
      version: isRefused ? null : read.version,
      descriptor: isRefused ? null : read.descriptorText,
      problem: isRefused ? read.message : null,
    });
    if (replaced !== undefined) await this.contents.remove(tx, replaced);
  }
}

// oxlint-disable-next-line typescript/require-await -- the store takes bytes as they come
async function* once(bytes: Buffer): AsyncIterable<Buffer> {
  yield bytes;
}
