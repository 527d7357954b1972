-- Numbers from 10^12 on are shown encrypted (src/webhooks/ids.ts); those before stay as they were shown.
ALTER TABLE `webhook_deliveries` AUTO_INCREMENT = 1000000000000;
--> statement-breakpoint
ALTER TABLE `webhook_events` AUTO_INCREMENT = 1000000000000;
