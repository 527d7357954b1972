-- MySQL cannot add a column or an index only where it lacks: each change asks first.
SET @change = IF(EXISTS (SELECT 1 FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 'webhook_deliveries' AND column_name = 'parcel_scoped'), 'DO 0',
	'ALTER TABLE `webhook_deliveries` ADD `parcel_scoped` boolean, ADD `requeued` boolean DEFAULT false NOT NULL, ADD `settled_as` varchar(16), ADD `settled_by` varchar(16), ADD `settled_at` datetime(3)');
--> statement-breakpoint
PREPARE change_once FROM @change;
--> statement-breakpoint
EXECUTE change_once;
--> statement-breakpoint
DEALLOCATE PREPARE change_once;
--> statement-breakpoint
SET @change = IF(EXISTS (SELECT 1 FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 'webhook_endpoints' AND column_name = 'previous_secret'), 'DO 0',
	'ALTER TABLE `webhook_endpoints` ADD `previous_secret` varbinary(128), ADD `previous_until` datetime(3)');
--> statement-breakpoint
PREPARE change_once FROM @change;
--> statement-breakpoint
EXECUTE change_once;
--> statement-breakpoint
DEALLOCATE PREPARE change_once;
--> statement-breakpoint
SET @change = IF(EXISTS (SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = 'webhook_events' AND index_name = 'webhook_events_parcel'), 'DO 0',
	'CREATE INDEX `webhook_events_parcel` ON `webhook_events` (`canonical_id`)');
--> statement-breakpoint
PREPARE change_once FROM @change;
--> statement-breakpoint
EXECUTE change_once;
--> statement-breakpoint
DEALLOCATE PREPARE change_once;
--> statement-breakpoint
SET @change = IF(EXISTS (SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = 'webhook_watches' AND index_name = 'webhook_watches_endpoint'), 'DO 0',
	'CREATE INDEX `webhook_watches_endpoint` ON `webhook_watches` (`endpoint_id`)');
--> statement-breakpoint
PREPARE change_once FROM @change;
--> statement-breakpoint
EXECUTE change_once;
--> statement-breakpoint
DEALLOCATE PREPARE change_once;
--> statement-breakpoint
-- From now on an endpoint may watch something else than it did when these were queued.
UPDATE `webhook_deliveries` d JOIN `webhook_endpoints` e ON e.id = d.endpoint_id
	SET d.parcel_scoped = (e.filter_kind = 'parcel_ids') WHERE d.parcel_scoped IS NULL;
