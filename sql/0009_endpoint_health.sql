CREATE TABLE IF NOT EXISTS `webhook_health` (
	`endpoint_id` bigint unsigned NOT NULL,
	`failures` int unsigned NOT NULL DEFAULT 0,
	`failing_since` datetime(3),
	`last_failure_at` datetime(3),
	`last_success_at` datetime(3),
	CONSTRAINT `webhook_health_endpoint_id` PRIMARY KEY(`endpoint_id`)
) DEFAULT CHARACTER SET utf8mb4;
