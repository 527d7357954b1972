-- There are three event types. What subscribes to others goes on without them; their events were never of the contract.
UPDATE `webhook_endpoints`
	SET `event_types` = TRIM(BOTH ',' FROM REPLACE(REPLACE(CONCAT(',', `event_types`, ','), ',parcel.assessed_value_changed,', ','), ',endpoint.disabled,', ','))
	WHERE FIND_IN_SET('parcel.assessed_value_changed', `event_types`) OR FIND_IN_SET('endpoint.disabled', `event_types`);
--> statement-breakpoint
DELETE a FROM `webhook_events` e JOIN `webhook_deliveries` d ON d.event_id = e.id JOIN `webhook_attempts` a ON a.delivery_id = d.id
	WHERE e.event_type IN ('parcel.assessed_value_changed', 'endpoint.disabled');
--> statement-breakpoint
DELETE d FROM `webhook_events` e JOIN `webhook_deliveries` d ON d.event_id = e.id
	WHERE e.event_type IN ('parcel.assessed_value_changed', 'endpoint.disabled');
--> statement-breakpoint
DELETE a FROM `webhook_events` e JOIN `webhook_account_events` a ON a.event_id = e.id
	WHERE e.event_type IN ('parcel.assessed_value_changed', 'endpoint.disabled');
--> statement-breakpoint
DELETE FROM `webhook_events` WHERE `event_type` IN ('parcel.assessed_value_changed', 'endpoint.disabled');
--> statement-breakpoint
DROP TABLE IF EXISTS `webhook_changes`;
--> statement-breakpoint
-- A disabled endpoint stays disabled: it watches nothing.
DELETE w FROM `webhook_endpoints` e JOIN `webhook_watches` w ON w.endpoint_id = e.id WHERE NOT e.is_active;
--> statement-breakpoint
-- MySQL cannot drop a column only where it is: each change asks first.
SET @change = IF(EXISTS (SELECT 1 FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 'webhook_deliveries' AND column_name = 'parcel_scoped'),
	'ALTER TABLE `webhook_deliveries` DROP COLUMN `parcel_scoped`', 'DO 0');
--> statement-breakpoint
PREPARE change_once FROM @change;
--> statement-breakpoint
EXECUTE change_once;
--> statement-breakpoint
DEALLOCATE PREPARE change_once;
--> statement-breakpoint
-- The newest secret signs alone.
SET @change = IF(EXISTS (SELECT 1 FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 'webhook_endpoints' AND column_name = 'previous_secret'),
	'ALTER TABLE `webhook_endpoints` DROP COLUMN `previous_secret`, DROP COLUMN `previous_until`', 'DO 0');
--> statement-breakpoint
PREPARE change_once FROM @change;
--> statement-breakpoint
EXECUTE change_once;
--> statement-breakpoint
DEALLOCATE PREPARE change_once;
--> statement-breakpoint
-- Endpoints of nobody: their deletion was interrupted.
DELETE a FROM `webhook_endpoints` e JOIN `webhook_deliveries` d ON d.endpoint_id = e.id JOIN `webhook_attempts` a ON a.delivery_id = d.id
	WHERE e.account_id = 0;
--> statement-breakpoint
DELETE d FROM `webhook_endpoints` e JOIN `webhook_deliveries` d ON d.endpoint_id = e.id WHERE e.account_id = 0;
--> statement-breakpoint
DELETE FROM `webhook_endpoints` WHERE `account_id` = 0;
--> statement-breakpoint
SET @change = IF(EXISTS (SELECT 1 FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 'webhook_health' AND column_name = 'last_failure_at'),
	'ALTER TABLE `webhook_health` DROP COLUMN `last_failure_at`', 'DO 0');
--> statement-breakpoint
PREPARE change_once FROM @change;
--> statement-breakpoint
EXECUTE change_once;
--> statement-breakpoint
DEALLOCATE PREPARE change_once;
