import { Controller, Get, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { StringValue } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { type Answer, one, Produces, RecordBody, type SentBody } from '@wardstone/media-types';
import { PathId, PathTime } from '../../api/path-id';
import { AnswersEmpty, ReadsSchedule } from '../metric.decorators';
import { TraitService } from './trait.service';

const EXAMPLE: StringValue = { value: 'Linux' };

/** See rule metrics-12. */
@ApiTags('metric')
@Controller('rest/metric/data/:scheduleId/trait')
export class TraitController {
  constructor(private readonly traits: TraitService) {}

  @Get()
  @ReadsSchedule()
  @Produces('metric', one(StringValue), { title: 'Trait', example: EXAMPLE })
  @ApiErrors(MonitoringError.metric_not_trait, MonitoringError.trait_not_reported)
  @ApiOperation({ operationId: 'getTrait', summary: 'Get the current value of a trait' })
  read(@PathId('scheduleId') scheduleId: number, @Caller() caller: CallerIdentity): Promise<StringValue> {
    return this.traits.read(scheduleId, caller);
  }

  @Put(':timeStamp')
  @ReadsSchedule()
  @AnswersEmpty(200, 'Stored, or unchanged')
  @ApiErrors(MonitoringError.metric_not_trait, MonitoringError.points_too_old)
  @ApiOperation({ operationId: 'submitTrait', summary: 'Submit a value of a trait' })
  submit(
    @PathId('scheduleId') scheduleId: number,
    @PathTime() timeMs: number,
    @RecordBody(StringValue, { description: 'The value; cut to 4000 bytes of UTF-8', example: EXAMPLE })
    body: SentBody<StringValue>,
    @Caller() caller: CallerIdentity,
  ): Promise<Answer> {
    return this.traits.submit(scheduleId, timeMs, body, caller);
  }
}
