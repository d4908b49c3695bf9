-- A draft never expires silently: the kind cannot be muted any more.
update notification_preferences set muted = array_remove(muted, 'review.expired') where 'review.expired' = any (muted);
