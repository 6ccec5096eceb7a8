import { PolicySystemEntity } from './systems/policy-system.entity';
import { SystemEntity } from './systems/system.entity';
import { TailoringEntity } from './tailorings/tailoring.entity';
import { TestResultEntity } from './stored-results/test-result.entity';

/** The entities of the service; decision 18 names the tables that have none. */
export const ENTITIES = [PolicySystemEntity, SystemEntity, TailoringEntity, TestResultEntity] as const;
