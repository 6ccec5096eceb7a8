import { Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { nothing, Operation } from '@wardstone/bootstrap';
import { StringValue } from '@wardstone/dto/monitoring';
import { type HandlerResponse, RecordBody, result, type SentBody } from '@wardstone/media-types';
import { PathId, PathTime } from '../../api/path-id';
import { TraitService } from './trait.service';

const EXAMPLE: StringValue = { value: 'Linux' };

/** See rule metrics-12. */
@ApiTags('metric')
@Controller('rest/metric/data/:scheduleId/trait')
export class TraitController {
  constructor(private readonly traits: TraitService) {}

  @Get()
  @Operation('Get the current value of a trait', {
    access: 'authenticated',
    returns: result('metric', StringValue, { title: 'Trait', example: EXAMPLE }),
    errors: ['schedule_not_found', 'resource_forbidden', 'metric_not_trait', 'trait_not_reported'],
  })
  getTrait(@PathId('scheduleId') scheduleId: number, @Caller() caller: CallerIdentity): Promise<StringValue> {
    return this.traits.read(scheduleId, caller);
  }

  @Put(':timeStamp')
  @Operation('Submit a value of a trait', {
    access: 'authenticated',
    returns: nothing('Stored, or unchanged; no body', 200),
    errors: ['schedule_not_found', 'resource_forbidden', 'metric_not_trait', 'points_too_old'],
  })
  submitTrait(
    @PathId('scheduleId') scheduleId: number,
    @PathTime() timeMs: number,
    @RecordBody(StringValue, { description: 'The value; cut to 4000 bytes of UTF-8', example: EXAMPLE })
    body: SentBody<StringValue>,
    @Caller() caller: CallerIdentity,
  ): Promise<HandlerResponse> {
    return this.traits.submit(scheduleId, timeMs, body, caller);
  }
}
