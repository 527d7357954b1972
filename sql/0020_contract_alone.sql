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
