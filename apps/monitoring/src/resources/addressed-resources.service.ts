import { Injectable } from '@nestjs/common';
import { type CallerIdentity, digestSecret, newSecret } from '@wardstone/auth';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import { HandlerResponse } from '@wardstone/media-types';
import { AuthorizationService } from '../authorization/authorization.service';
import { InventoryService } from './inventory.service';

/** A kind of resource with a secret address, such as heartbeats. */
export interface AddressedKind<Row extends { name: string }, Item extends { name: string }> {
  /** Prefix of secrets in its addresses. */
  readonly prefix: string;
  /** In a transaction, locks the resource. @throws its own error if the caller sees none */
  require(id: number, caller: CallerIdentity, tx?: Transaction): Promise<Row>;
  setAddress(tx: Transaction, id: number, digest: string): Promise<void>;
  record(row: Row, secret?: string): Item;
}

/** Changes and removes resources with a secret address. */
@Injectable()
export class AddressedResources {
  constructor(
    private readonly inventory: InventoryService,
    private readonly authorization: AuthorizationService,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * A resource that the caller may change; in a transaction it is locked.
   * @throws those of its kind, resource_forbidden
   */
  async requireOpen<Row extends { name: string }>(
    kind: Pick<AddressedKind<Row, Row>, 'require'>,
    id: number,
    caller: CallerIdentity,
    tx?: Transaction,
  ): Promise<Row> {
    const row = await kind.require(id, caller, tx);
    this.authorization.authorizeResource(caller, { id, isSeen: true }, 'MODIFY_RESOURCE');
    return row;
  }

  /**
   * Replaces the address; the previous one stops working at once.
   * @param check throws if the resource has no address
   * @throws as `requireOpen`
   */
  async renewAddress<Row extends { name: string }, Item extends { name: string }>(
    kind: AddressedKind<Row, Item>,
    id: number,
    caller: CallerIdentity,
    note: AuditNote,
    check: (row: Row) => void = () => undefined,
  ): Promise<HandlerResponse<Item>> {
    const secret = newSecret(kind.prefix);
    const record = await this.db.transaction(async (tx) => {
      const row = await this.requireOpen(kind, id, caller, tx);
      check(row);
      await kind.setAddress(tx, id, digestSecret(secret));
      return kind.record(row, secret);
    });
    note(changeFacts({ kind: 'resource', id, name: record.name }, { address: 'before' }, { address: 'another' }));
    return new HandlerResponse(record, { headers: { 'Cache-Control': 'no-store' } });
  }

  /**
   * Removes the resource from the inventory.
   * @throws those of its kind, resource_forbidden
   */
  async remove<Row extends { name: string }>(
    kind: Pick<AddressedKind<Row, Row>, 'require'>,
    id: number,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<void> {
    const { name } = await this.db.transaction(async (tx) => {
      await this.inventory.lockTree(tx);
      const found = await kind.require(id, caller, tx);
      this.authorization.authorizeResource(caller, { id, isSeen: true }, 'DELETE_RESOURCE');
      await this.inventory.uninventory(tx, [id], this.clock.now());
      return found;
    });
    note(changeFacts({ kind: 'resource', id, name }));
  }
}
