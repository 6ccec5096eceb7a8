import { Module } from '@nestjs/common';
import { AlertEngineModule } from '../alert-engine/alert-engine.module';
import { ProblemController } from './problem.controller';
import { ProblemQueries } from './problem.queries';
import { ProblemService } from './problem.service';

/** Everything that is wrong at present: alerts that are not over, resources that are down, operations that failed. */
@Module({
  imports: [AlertEngineModule],
  controllers: [ProblemController],
  providers: [ProblemService, ProblemQueries],
  exports: [ProblemService],
})
export class ProblemModule {}
