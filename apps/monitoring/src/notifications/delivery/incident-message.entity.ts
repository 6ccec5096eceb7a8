import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('incident_message', { comment: 'Of an incident on a channel, where the service can edit it' })
export class IncidentMessageEntity {
  @PrimaryColumn({ type: 'integer' })
  incident_id!: number;

  @PrimaryColumn({ type: 'uuid', comment: 'Sender and configuration' })
  channel!: string;

  @Column({ type: 'text', comment: 'Where the service has put the message' })
  place!: string;

  @Column({ type: 'text', comment: 'Which message it is there' })
  message!: string;
}
